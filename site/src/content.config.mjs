import { defineCollection } from 'astro:content';
import { globSync, readFileSync } from 'node:fs';
import { docsSchema } from '@astrojs/starlight/schema';
import { filePatterns, pages } from '../build/pages.ts';
import { createAddresses, toPageText } from '../build/to-page.ts';

const site = new URL('../', import.meta.url);
const root = new URL('../', site);

/** The pages, from the documents in their folders; pages that exist only on the site are in `.generated`. */
const documents = {
  name: 'documents',
  load: async ({ store, parseData, renderMarkdown, generateDigest, config }) => {
    const files = globSync(filePatterns, { cwd: root });
    const find = createAddresses(pages, files, `${config.base.replace(/\/$/, '')}/`);
    store.clear();
    for (const { path: id, source } of pages) {
      const fileURL = source.startsWith('generated/') ? new URL(`.${source}`, site) : new URL(source, root);
      const { title, body } = toPageText(readFileSync(fileURL, 'utf8'), source, find);
      const data = await parseData({ id, data: { title } });
      const rendered = await renderMarkdown(body, { fileURL });
      store.set({ id, data, body, rendered, digest: generateDigest(body) });
    }
  },
};

export const collections = { docs: defineCollection({ loader: documents, schema: docsSchema() }) };

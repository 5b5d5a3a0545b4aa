import { defineCollection } from 'astro:content';
import { readFileSync } from 'node:fs';
import { docsSchema } from '@astrojs/starlight/schema';
import { pages } from '../build/pages.ts';
import { createAddresses, toPageText } from '../build/to-page.ts';

const root = new URL('../../', import.meta.url);

/** The pages, from the documents of the repository; nothing is copied. */
const documents = {
  name: 'documents',
  load: async ({ store, parseData, renderMarkdown, generateDigest, config }) => {
    const find = createAddresses(pages, [], `${config.base.replace(/\/$/, '')}/`);
    store.clear();
    for (const { path: id, source } of pages) {
      const fileURL = new URL(source, root);
      const { title, body } = toPageText(readFileSync(fileURL, 'utf8'), source, find);
      const data = await parseData({ id, data: { title } });
      const rendered = await renderMarkdown(body, { fileURL });
      store.set({ id, data, body, rendered, digest: generateDigest(body) });
    }
  },
};

export const collections = { docs: defineCollection({ loader: documents, schema: docsSchema() }) };

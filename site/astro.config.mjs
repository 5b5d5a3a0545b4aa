import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { sections } from './build/pages.ts';

export default defineConfig({
  base: '/docs',
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  image: { service: passthroughImageService() },
  // The policy of the servers allows nothing inline.
  build: { inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: 'Plenum',
      pagefind: true,
      sidebar: sections.map(({ label, pages }) => ({
        label,
        items: pages.map(({ path, label: name }) => ({
          slug: path,
          ...(name !== undefined && { label: name }),
        })),
      })),
      components: {},
    }),
  ],
});

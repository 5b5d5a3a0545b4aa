import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { sections } from './build/pages.ts';

/** The parts that somebody reads through; the others are looked up. */
const open = (label) => /^(Tutorials|How to|Explanation)/.test(label);

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
      description: 'An open climate-control bridge and cloud, with a simulated house behind them.',
      customCss: ['./src/styles/plenum.css'],
      components: { SiteTitle: './src/components/SiteTitle.astro' },
      expressiveCode: {
        themes: ['github-dark-default', 'github-light-default'],
        defaultProps: { frame: 'none' },
        styleOverrides: { borderRadius: '12px', frames: { shadowColor: 'transparent' } },
      },
      sidebar: sections.map(({ label, pages }) => ({
        label,
        collapsed: !open(label),
        items: pages.map(({ path, label: name }) => ({
          slug: path,
          ...(name !== undefined && { label: name }),
        })),
      })),
    }),
  ],
});

import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { moved, sections } from './build/pages.ts';

/** Sections that are read from beginning to end start open; the others are for looking things up. */
const open = (label) => /^(Tutorials|How to|Explanation)/.test(label);

export default defineConfig({
  base: '/docs',
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  redirects: Object.fromEntries(Object.entries(moved).map(([from, to]) => [`/${from}`, `/docs/${to}/`])),
  image: { service: passthroughImageService() },
  // The servers' content security policy allows nothing inline.
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

/** A page of the site: where it is, and the Markdown in the repository that it shows. */
export interface Page {
  /** Its path below `/docs/`, without slashes at its ends. */
  readonly path: string;
  /** The file it is made of, from the root of the repository. */
  readonly source: string;
  /** Its name in the menu, where the title of the file is too long. */
  readonly label?: string;
}

/** A part of the menu. */
export interface Section {
  readonly label: string;
  readonly pages: readonly Page[];
}

const page = (path: string, source: string, label?: string): Page => ({
  path,
  source,
  ...(label !== undefined && { label }),
});

/** Every page of the site, in the order of its menu. A document is shown by being in this list. */
export const sections: readonly Section[] = [
  {
    label: 'How to',
    pages: [
      page('how-to/install', 'docs/install.md'),
      page('how-to/home-assistant', 'docs/home-assistant.md', 'Home Assistant and MQTT'),
    ],
  },
  {
    label: 'Explanation',
    pages: [page('explanation/design', 'docs/design.md', 'Design')],
  },
];

export const pages: readonly Page[] = sections.flatMap((section) => section.pages);

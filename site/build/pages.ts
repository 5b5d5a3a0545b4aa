import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A page of the site: its path and its source. */
export interface Page {
  /** Its path below `/docs/`, without a slash at either end. */
  readonly path: string;
  /**
   * Its Markdown source, from the root of the repository. For a page in `generated`, the path that its source would
   * have.
   */
  readonly source: string;
  /** Its name in the menu, if the title of its source is too long. */
  readonly label?: string;
}

/** A section of the menu. */
export interface Section {
  readonly label: string;
  readonly pages: readonly Page[];
  /** True if readers follow the pages step by step; then a test runs every code block in them. */
  readonly isRun?: true;
}

const page = (path: string, source: string, label?: string): Page => ({
  path,
  source,
  ...(label !== undefined && { label }),
});

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns a page for each file that matches a pattern and has no other page, ordered by name. */
const rest = (
  pattern: string,
  path: (file: string) => string,
  shown: readonly string[] = [],
): readonly Page[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => !shown.includes(file))
    .toSorted()
    .map((file) =>
      page(path(file), file, path(file).startsWith('packages/') ? path(file).slice(9) : undefined),
    );

/**
 * The pages with a fixed position, in the order of the menu. A document that is not in this list is not on the site.
 */
const chosen: readonly Section[] = [
  {
    label: 'Tutorials',
    isRun: true,
    pages: [
      page('tutorials/integrator', 'docs/tutorials/integrator.md', 'Integrators: a first program'),
      page('tutorials/owner', 'docs/tutorials/owner.md', 'Owners: a house to try'),
      page('tutorials/operator', 'docs/tutorials/operator.md', 'Operators: a cloud of your own'),
    ],
  },
  {
    label: 'How to, for integrators',
    isRun: true,
    pages: [
      page('how-to/cloud-with-curl', 'docs/cloud-with-curl.md', 'Use the cloud with curl'),
      page('how-to/receive-events', 'docs/how-to/receive-events.md', 'Receive events'),
      page('how-to/listen', 'docs/how-to/listen.md', 'Receive events on your machine'),
      page('how-to/test-a-client', 'docs/how-to/test-a-client.md', 'Test a client'),
      page('how-to/test-with-a-house', 'docs/how-to/test-with-a-house.md', 'Test with a simulated house'),
      page('how-to/test-with-pytest', 'docs/how-to/test-with-pytest.md', 'Test with pytest'),
      page('how-to/write-a-scenario', 'docs/how-to/write-a-scenario.md', 'Write a scenario'),
      page('how-to/test-a-controller', 'docs/how-to/test-a-controller.md', 'Test a controller'),
      page('how-to/sandbox-houses', 'docs/how-to/sandbox-houses.md', 'Try an app in the cloud'),
      page('how-to/check-a-cloud', 'docs/how-to/check-a-cloud.md', 'Check a cloud'),
      page('how-to/record-traffic', 'docs/how-to/record-traffic.md', 'Record the traffic of a bridge'),
      page('how-to/python-and-go', 'docs/how-to/python-and-go.md', 'Use Python or Go'),
      page('how-to/describe-a-house', 'docs/how-to/describe-a-house.md', 'Describe a house'),
    ],
  },
  {
    label: 'How to, for owners',
    isRun: true,
    pages: [
      page('how-to/install', 'docs/install.md', 'Install Plenum'),
      page('how-to/attach', 'docs/how-to/attach-a-bridge.md', 'Put Plenum in front of a bridge'),
      page('how-to/set-up-a-house', 'docs/how-to/set-up-a-house.md', 'Set up a house'),
      page('how-to/energy', 'docs/energy.md', 'Energy and cost'),
      page('how-to/home-assistant', 'docs/home-assistant.md', 'Use Home Assistant or MQTT'),
      page('how-to/matter', 'docs/matter.md', 'Use Apple Home, Google Home, Alexa'),
      page('how-to/assistants', 'docs/how-to/assistants.md', 'Let an assistant use the house'),
      page('how-to/notifications', 'docs/notifications.md', 'Get push notifications'),
      page('how-to/find-a-fault', 'docs/how-to/find-a-fault.md', 'Find out what is wrong'),
    ],
  },
  {
    label: 'How to, for operators',
    isRun: true,
    pages: [
      page('how-to/operate', 'docs/operating.md', 'Operate a cloud'),
      page('how-to/back-up', 'docs/how-to/back-up.md', 'Back up and restore'),
      page('how-to/put-under-load', 'docs/how-to/put-under-load.md', 'Load-test a cloud'),
      page('how-to/dashboards', 'observability/README.md', 'Monitor it with Grafana'),
      page('how-to/runbooks', 'docs/runbooks.md', 'Act on alerts'),
    ],
  },
  {
    label: 'Reference',
    pages: [
      page('reference/command-line', 'generated/command-line.md', 'Command line'),
      page('reference/commands', 'docs/interface/reference.md', 'Commands and refusals'),
      page('reference/interface', 'docs/interface/README.md', 'The interface'),
      page('reference/interface/1-overview', 'docs/interface/1-overview.md'),
      page('reference/interface/2-datagrams', 'docs/interface/2-datagrams.md'),
      page('reference/interface/3-states', 'docs/interface/3-states.md'),
      page('reference/interface/4-endpoints', 'docs/interface/4-endpoints.md'),
      page('reference/interface/5-authorization', 'docs/interface/5-authorization.md'),
      page('reference/interface/6-events', 'docs/interface/6-events.md'),
      page('reference/interface/7-errors', 'docs/interface/7-errors.md'),
      page('reference/interface/8-limits', 'docs/interface/8-limits.md'),
      page('reference/interface/9-versioning', 'docs/interface/9-versioning.md'),
      page('reference/interface/lighting', 'docs/interface/lighting.md'),
      page('reference/interface/installer', 'docs/interface/installer.md'),
      page('reference/interface/wire-facts', 'docs/interface/wire-facts.md'),
      page('reference/client', 'packages/client/README.md', 'Client for TypeScript'),
      page('reference/sdk', 'sdk/README.md', 'Clients for Python and Go'),
      page('reference/mqtt', 'packages/mqtt/README.md', 'MQTT topics'),
      page('reference/mcp', 'packages/mcp/README.md', 'Tools for assistants'),
      page('reference/house-files', 'packages/simulator/README.md', 'House files'),
      page('reference/examples', 'examples/README.md', 'Examples'),
      page('reference/conformance', 'docs/conformance.md'),
      page('reference/performance', 'docs/performance.md'),
      page('reference/comfort', 'docs/comfort.md'),
      page('reference/growth', 'docs/growth.md'),
      page('reference/dependencies', 'docs/dependencies.md'),
      page('reference/versions', 'docs/versions.md'),
      page('reference/changelog', 'CHANGELOG.md'),
      page('reference/glossary', 'docs/glossary.md'),
    ],
  },
  {
    label: 'Explanation',
    pages: [
      page('explanation/design', 'docs/design.md', 'How Plenum is built'),
      page('explanation/physics', 'docs/physics.md', 'The physics of a house'),
      page('explanation/delivery', 'docs/delivery.md', 'How events are delivered'),
      page('explanation/security', 'SECURITY.md', 'What is promised, and what is not'),
      page('explanation/what-a-request-can-hold', 'docs/security.md'),
    ],
  },
];

/** Addresses of pages that have moved, with the page that has their contents. */
export const moved: Readonly<Record<string, string>> = {
  'explanation/architecture': 'explanation/design',
};

const shown = chosen.flatMap((section) => section.pages).map(({ source }) => source);

/** Every page of the site, in the order of its menu. */
export const sections: readonly Section[] = [
  ...chosen,
  {
    label: 'For contributors',
    pages: [
      page('contributing', 'CONTRIBUTING.md'),
      ...rest('packages/*/README.md', (file) => file.slice(0, -'/README.md'.length), shown),
    ],
  },
  {
    label: 'Decisions',
    pages: [
      page('decisions', 'decisions/README.md', 'About decisions'),
      ...rest('decisions/[0-9]*.md', (file) => file.slice(0, -'.md'.length)),
    ],
  },
];

export const pages: readonly Page[] = sections.flatMap((section) => section.pages);

/** The files that the site serves unchanged, as patterns from the root of the repository. */
export const filePatterns: readonly string[] = [
  'contracts/*.{json,proto}',
  'docs/pictures/*.{webp,svg}',
  'observability/**/*.{yml,json}',
  'packages/simulator/houses/*.yaml',
  'sdk/python/plenum.py',
  'sdk/go/plenum.go',
];

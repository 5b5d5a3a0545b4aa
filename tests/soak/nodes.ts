import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Link } from '@plenum/testbed/link';
import { startPlenum } from '@plenum/testbed/plenum';
import { createMember, type Member } from './member.ts';
import { type LinkName, type NodeName, nodes as nodeNames } from './plan.ts';
import { takePort } from './ports.ts';

/** A node of the cloud: `plenum cloud` in its own process. */
export interface Node {
  readonly name: NodeName;
  readonly tcp: number;
  readonly member: Member;
  /** Shifts its clock by an offset in ms, if it is running. */
  setClock(offset: number): void;
}

interface NodesDeps {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly publicUrl: string;
  readonly bridgeUrls: readonly string[];
  readonly links: ReadonlyMap<LinkName, Link>;
}

const shiftedClock = new URL('./shifted-clock.ts', import.meta.url).href;

/** Creates the nodes; each has its own links to PostgreSQL and NATS, and a port that it keeps. */
export async function createNodes(deps: NodesDeps): Promise<readonly Node[]> {
  const { folder, databaseUrl, publicUrl, bridgeUrls, links } = deps;
  const words = ['cloud', ...bridgeUrls.flatMap((url) => ['--bridge-url', url])];
  const shared = {
    PLENUM_PUBLIC_URL: publicUrl,
    PLENUM_ENDPOINT_KEY: randomBytes(32).toString('base64'),
    PLENUM_DEVELOPMENT: '1',
    PLENUM_CONTROL_TIMEOUT: '4000',
    PLENUM_DELIVERY_TIMEOUT: '5000',
    NODE_OPTIONS: `--import=${shiftedClock}`,
  };
  const createNode = async (name: NodeName): Promise<Node> => {
    const tcp = await takePort();
    const database = new URL(databaseUrl);
    database.port = String(links.get(`${name} to PostgreSQL`)!.port);
    const clockFile = join(folder, `clock of ${name}`);
    const env = {
      ...shared,
      SHIFTED_CLOCK: clockFile,
      PLENUM_DATABASE_URL: database.href,
      PLENUM_NATS: `nats://127.0.0.1:${links.get(`${name} to NATS`)!.port}`,
      PLENUM_HTTP_PORT: String(tcp),
    };
    const member = createMember(name, /^HTTP and gRPC: /m, () => startPlenum(words, env));
    const setClock = (offset: number) => {
      writeFileSync(clockFile, String(offset));
      if (member.pid !== undefined) process.kill(member.pid, 'SIGUSR2');
    };
    return { name, tcp, member, setClock };
  };
  return Promise.all(nodeNames.map(createNode));
}

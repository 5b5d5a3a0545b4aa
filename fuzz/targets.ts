import * as attached from './interfaces/attached.ts';
import * as bridge from './interfaces/bridge.ts';
import * as broker from './interfaces/broker.ts';
import * as cloud from './interfaces/cloud.ts';
import * as developer from './interfaces/developer.ts';
import * as endpoints from './interfaces/endpoint.ts';
import * as grpc from './interfaces/grpc.ts';
import * as multicast from './interfaces/multicast-dns.ts';
import * as recorder from './interfaces/recorder.ts';
import * as tls from './interfaces/tls.ts';
import * as uplinks from './interfaces/uplink.ts';
import * as announcements from './parsers/announcements.ts';
import * as answers from './parsers/answers.ts';
import * as copies from './parsers/backups.ts';
import * as files from './parsers/files.ts';
import * as requests from './parsers/requests.ts';
import * as frames from './parsers/uplink.ts';
import type { Target } from './target.ts';

/** The parsers, which are called in this process. */
export const parsers: readonly Target[] = [
  ...Object.values(requests),
  ...Object.values(frames),
  ...Object.values(announcements),
  ...Object.values(answers),
  ...Object.values(files),
  ...Object.values(copies),
];

/** The interfaces, which receive bytes over real sockets. */
export const interfaces: readonly Target[] = [
  ...Object.values(bridge),
  ...Object.values(attached),
  ...Object.values(cloud),
  ...Object.values(developer),
  ...Object.values(endpoints),
  ...Object.values(grpc),
  ...Object.values(multicast),
  ...Object.values(recorder),
  ...Object.values(tls),
  ...Object.values(uplinks),
  ...Object.values(broker),
];

export const targets: readonly Target[] = [...parsers, ...interfaces];

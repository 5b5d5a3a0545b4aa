import { type Finding, type ListenAddress, type ListenFailureCode, listenFailures } from '@plenum/platform';
import { nodeProblem } from '../node-floor.js';

const megabyte = 1e6;
const leastFree = { problem: 100 * megabyte, note: 1_000 * megabyte };

/** Checks a version of Node, such as `26.12.1`. */
export function judgeNode(version: string): Finding {
  const problem = nodeProblem(version);
  return problem === undefined
    ? { result: 'ok', subject: 'Node', sentence: `This is Node ${version}.` }
    : { result: 'problem', subject: 'Node', sentence: problem };
}

/** Returns the finding for a port, including the reason if opening the port failed. */
export function judgePort(
  where: ListenAddress,
  failure: ListenFailureCode | undefined,
  user?: string,
): Finding {
  const subject = `${where.protocol} port ${where.port}`;
  if (failure === undefined) return { result: 'ok', subject, sentence: 'The port is free.' };
  if (failure === 'port-taken' && user !== undefined)
    return { result: 'ok', subject, sentence: `${user} is using the port.` };
  return { result: 'problem', subject, sentence: listenFailures[failure](where) };
}

/** Checks the free space of a disk, in bytes. */
export function judgeDisk(free: number, folder: string): Finding {
  const size =
    free < 10_000 * megabyte ? `${Math.floor(free / megabyte)} MB` : `${Math.floor(free / 1e9)} GB`;
  const result = free < leastFree.problem ? 'problem' : free < leastFree.note ? 'note' : 'ok';
  return {
    result,
    subject: 'disk',
    sentence:
      result === 'ok'
        ? `${size} are free for ${folder}.`
        : `Only ${size} are free for ${folder}; free some space, or choose another disk with --data.`,
  };
}

export const judgeDiscovery = (addresses: readonly string[]): Finding =>
  addresses.length > 0
    ? {
        result: 'ok',
        subject: 'discovery',
        sentence: `${addresses.length === 1 ? 'One bridge answers' : `${addresses.length} bridges answer`}: ${addresses.join(', ')}.`,
      }
    : {
        result: 'note',
        subject: 'discovery',
        sentence:
          'No bridge answers. If there is one, open UDP port 12107 in the firewalls between, or give its address: plenum discover --search ADDRESS.',
      };

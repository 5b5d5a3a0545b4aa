/** The first level of all topics, unless an option overrides it. */
export const defaultBase = 'plenum';

export interface Topics {
  /** `plenum/<uid>` */
  readonly root: string;
  /** `online` or `offline`, for Plenum. */
  readonly status: string;
  /** `online` or `offline`, for the bridge. */
  readonly reachable: string;
  readonly command: string;
  readonly answer: string;
  /** The list of announcements for Home Assistant, retained so that they can be removed later. */
  readonly announced: string;
  /** Figures that the house has learnt about its rooms. */
  readonly passport: string;
  readonly plan: string;
  readonly automation: string;
  readonly state: (path: string) => string;
}

/** Converts a system id, which may contain any characters, to a part of topics and ids. */
export const toTopicId = (uid: string): string => uid.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 20) || '0';

/** Returns the topics of the house with a system id. */
export function topicsOf(base: string, uid: string): Topics {
  const root = `${base}/${toTopicId(uid)}`;
  return {
    root,
    status: `${root}/status`,
    reachable: `${root}/reachable`,
    command: `${root}/command`,
    answer: `${root}/answer`,
    announced: `${root}/announced`,
    passport: `${root}/passport`,
    plan: `${root}/plan`,
    automation: `${root}/automation`,
    state: (path) => `${root}/${path}`,
  };
}

/** The purpose of a topic below the root of a house. */
export type Purpose =
  | { readonly for: 'command' }
  | { readonly for: 'set'; readonly word: string; readonly ids: readonly number[]; readonly member: string }
  /** A topic that only Plenum writes to. */
  | { readonly for: 'own'; readonly path: string }
  | { readonly for: 'nothing' };

/** Maximum length of a topic, in characters; longer ones are ignored. */
export const maxTopic = 120;

const own = /^(status|reachable|answer|announced|[a-z_]{1,20}(\/\d{1,3}){0,2})$/;
const set = /^([a-z_]{1,20})((?:\/(?:0|[1-9]\d{0,2})){0,2})\/set\/([a-z0-9_]{1,40})$/;

/** Reads a topic; returns `nothing` if it is neither a topic of this house nor a request. */
export function readTopic({ root }: Topics, topic: string): Purpose {
  if (topic.length > maxTopic || !topic.startsWith(`${root}/`)) return { for: 'nothing' };
  const path = topic.slice(root.length + 1);
  if (path === 'command') return { for: 'command' };
  const [, word, ids, member] = set.exec(path) ?? [];
  if (word !== undefined && member !== undefined)
    return { for: 'set', word, ids: (ids ?? '').split('/').slice(1).map(Number), member };
  return own.test(path) ? { for: 'own', path } : { for: 'nothing' };
}

import { certificateFailures, folderFailures, listenFailures } from '@plenum/platform';
import { type ErrorCode, errorTable } from '@plenum/protocol/error';

interface Folder {
  readonly folder: string;
}
interface File {
  readonly file: string;
}
interface Why {
  readonly why: string;
}

/** Reasons for a failed start of a bridge, by stable code; each sentence includes the fix. */
export const bridgeFailures = errorTable('bridge', {
  'folder-in-use': ({ folder }: Folder) =>
    `Another bridge uses the data folder ${folder}; stop it, or give this one its own folder.`,
  'folder-not-a-folder': ({ folder }: Folder) => `${folder} is a file; a bridge needs a folder for its data.`,
  'store-not-ours': ({ file }: File) =>
    `${file} is not the database of a bridge and was not changed; choose another data folder.`,
  'store-unreleased': ({ file }: File) =>
    `${file} was made by a build before the first release, 0.1.0, and was not changed; choose another data folder, or move this one away.`,
  'store-newer': ({ file, version, known }: File & { version: number; known: number }) =>
    `${file} was written by a newer release (schema ${version}; this release supports ${known}); use that release.`,
  'store-damaged': ({ file, why }: File & Why) =>
    `${file} is damaged (${why}); restore a backup, or move it away to start afresh.`,
  'key-unusable': ({ file, why }: File & Why) =>
    `${file} is not the key of a bridge (${why}); restore a backup, or move it away and pair the bridge again.`,
  'backup-folder': ({ folder, why }: Folder & Why) =>
    `The folder for backups, ${folder}, cannot be written to (${why}); give this user write permission, or choose another one.`,
  'cloud-address': ({ url }: { url: string }) =>
    `${url} is not the address of a cloud; give its http or https URL.`,
  'cloud-unencrypted': ({ url }: { url: string }) =>
    `${url} is plain http to another machine: anyone in between could read and control the house. Give its https URL, or add --cloud-unencrypted if you trust the network.`,
  'discovery-range': ({ range }: { range: string }) =>
    `${JSON.stringify(range)} is not a range of addresses; use one such as 203.0.113.0/24, or 0.0.0.0/0 for all.`,
  'other-house': ({ folder, stored, given }: Folder & { stored: string; given: string }) =>
    `The data folder ${folder} belongs to the house "${stored}", whose rooms or units differ from those of "${given}"; give each house its own folder.`,
  'file-unreadable': ({ file, why }: File & Why) => `${file} cannot be read: ${why}.`,
  'file-refused': ({ file, why }: File & Why) => (why.startsWith(file) ? why : `${file}: ${why}`),
  'no-such-house': ({ typed, names, meant }: { typed: string; names: string; meant: string | undefined }) =>
    `There is no house ${JSON.stringify(typed)}; there are ${names}, or a file.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  'device-unreachable': ({ host, port, why }: Why & { host: string; port: number }) =>
    `The bridge to attach to, ${host} port ${port}, does not answer like a bridge: ${why}`,
  'device-without-id': () =>
    'The bridge to attach to does not state its id, because nothing is installed in its house; leave out --attach-id.',
  'no-discovery': ({ host }: { host: string }) =>
    `The bridge ${host} does not answer discovery, so nothing can answer in its place; leave out --discovery and give the clients the address of the recorder.`,
  ...folderFailures,
  ...certificateFailures,
  ...listenFailures,
});

export type BridgeFailureCode = ErrorCode<typeof bridgeFailures>;

import type { EmptyStore } from './store-file.ts';

interface Folder {
  readonly folder: string;
}

/**
 * The reasons why a data folder cannot be used, by code. For the error table of a service, which adds
 * `folder-not-a-folder`.
 */
export const folderFailures = {
  'folder-read-only': ({ folder }: Folder) =>
    `The data folder ${folder} cannot be written to; give this user write permission, or choose another folder.`,
  'folder-full': ({ folder }: Folder) =>
    `The disk of the data folder ${folder} is full; free some space and start again.`,
  'folder-unusable': ({ folder, why }: Folder & { readonly why: string }) =>
    `The data folder ${folder} cannot be used: ${why}.`,
  'store-empty': ({ file, state, others }: EmptyStore) =>
    `${file} is ${state}, although its folder has other files (${others}), as after a failed copy; restore a backup, or move the folder away to start afresh.`,
};

const codes: Readonly<Record<string, 'folder-not-a-folder' | 'folder-read-only' | 'folder-full'>> = {
  EEXIST: 'folder-not-a-folder',
  ENOTDIR: 'folder-not-a-folder',
  EACCES: 'folder-read-only',
  EPERM: 'folder-read-only',
  EROFS: 'folder-read-only',
  ENOSPC: 'folder-full',
};

/** Returns the failure of a data folder for a system error code; `undefined` for other codes. */
export const folderFailureOf = (code = '') => codes[code];

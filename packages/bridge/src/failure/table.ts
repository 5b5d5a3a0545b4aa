/** Facts a sentence is made of. */
export type FailureFacts = Readonly<Record<string, string | number>>;

/** Why a bridge cannot start, by stable code; each sentence says what to do about it. */
export const failures = {
  'folder-in-use': ({ folder }: FailureFacts) =>
    `Another bridge uses the data folder ${folder}; stop it, or give this one a folder of its own.`,
  'folder-read-only': ({ folder }: FailureFacts) =>
    `The data folder ${folder} cannot be written to; give this user the right to, or name another folder.`,
  'folder-not-a-folder': ({ folder }: FailureFacts) =>
    `${folder} is a file; a bridge needs a folder for its data.`,
  'folder-full': ({ folder }: FailureFacts) =>
    `There is no room left on the disk of the data folder ${folder}; free some and start again.`,
  'folder-unusable': ({ folder, why }: FailureFacts) => `The data folder ${folder} cannot be used: ${why}.`,
  'store-not-ours': ({ file }: FailureFacts) =>
    `${file} is not the store of a bridge; it is left as it is. Name another data folder.`,
  'store-newer': ({ file, version, known }: FailureFacts) =>
    `${file} was written by a newer release (schema ${version}, this one knows ${known}); use that release.`,
  'store-damaged': ({ file, why }: FailureFacts) =>
    `${file} is damaged (${why}); move it away to start afresh, or put a copy back.`,
  'key-unusable': ({ file, why }: FailureFacts) =>
    `${file} is not the key of a bridge (${why}); put a copy back, or move it away and pair the bridge anew.`,
  'cloud-address': ({ url }: FailureFacts) =>
    `${url} is not the address of a cloud; give its http or https URL.`,
  'other-house': ({ folder, stored, given }: FailureFacts) =>
    `The data folder ${folder} holds the house "${stored}" with other rooms or units than "${given}" has; give each house a folder of its own.`,
  'device-unreachable': ({ host, port, why }: FailureFacts) =>
    `The bridge to attach to, ${host} port ${port}, does not answer as one: ${why}`,
  'port-taken': ({ protocol, host, port }: FailureFacts) =>
    `${protocol} port ${port} on ${host} is taken by another program; stop it, or name another port.`,
  'port-forbidden': ({ protocol, host, port }: FailureFacts) =>
    `This user may not listen on ${protocol} port ${port} of ${host}; name a port above 1023.`,
  'no-such-address': ({ host }: FailureFacts) =>
    `${host} is not an address of this machine; name one of its own, or 0.0.0.0 for all.`,
} satisfies Record<string, (facts: FailureFacts) => string>;

export type FailureCode = keyof typeof failures;

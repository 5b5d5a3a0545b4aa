/** The files of a data folder, by name. SQLite adds `-wal` and `-journal` to the name of the store. */
export const dataFiles = { store: 'bridge.sqlite', key: 'uplink-key.json' } as const;

/** In place of a data folder: the data of the bridge is in memory and ends with it. */
export const inMemory = ':memory:';

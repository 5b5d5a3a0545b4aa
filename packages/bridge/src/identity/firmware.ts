import about from '../../package.json' with { type: 'json' };

/** What the bridge says of its modules: "name version", comma-separated (wire facts 2, Type 6). */
export const firmware = `Plenum ${about.version}`;

/** Something the interface document leaves open that no single field or command is about, and what we decided. */
export interface Decision {
  readonly section: string;
  readonly open: string;
  readonly decision: string;
}

/** What we decided where the interface document says "not shown" about the local interface as a whole. */
export const decisions: readonly Decision[] = [
  {
    section: '4',
    open: 'request headers',
    decision: 'any Content-Type is accepted, or none',
  },
  {
    section: '4',
    open: 'lighting and garage doors',
    decision: 'not served and not announced: `iLight` is always `X`',
  },
  {
    section: '4.2',
    open: 'control answers of split, VRF, irrigation and power',
    decision: '`OK`, text/plain, as the ducted unit answers',
  },
  {
    section: '4.2',
    open: 'cloud availability of split and VRF commands',
    decision: 'available',
  },
  {
    section: '7',
    open: 'error answers of the local interface',
    decision:
      'current interface: the status of the refusal, original interface: 200; body `{ERROR: <sentence>}`, text/plain',
  },
  {
    section: '6',
    open: 'events on the local interface',
    decision: 'UDP notifications on port 7005 (wire facts 5) and server-sent events at `/events`',
  },
  {
    section: '5',
    open: 'authentication on the local network',
    decision: 'none unless the bridge is given an access key; foreign pages and host names are refused',
  },
  {
    section: '8',
    open: 'size of a request',
    decision: 'a body has at most 65536 bytes and 16 levels',
  },
  {
    section: '1',
    open: 'characters of a name',
    decision: 'at most 15 bytes of UTF-8 without the terminator, no control characters',
  },
  {
    section: '2.1',
    open: 'values beyond an enumeration',
    decision: 'refused in a command, carried through when a device sends them',
  },
  {
    section: '2.10',
    open: 'ids of components other than the AC settings',
    decision: '`<system_id>_<kind>_<index>`, the kinds beside each datagram above',
  },
  {
    section: '4.1',
    open: 'the port HTTP is served on',
    decision: 'a last token `Port_<n>` where it is not 80',
  },
  {
    section: '9',
    open: 'the original interface',
    decision: 'as wire facts 8; a zone setpoint also makes the zone follow it',
  },
];

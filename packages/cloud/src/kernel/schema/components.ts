/** A component as its bridge last sent it; `datagram` is JSON, null where the component is gone. */
interface ComponentTable {
  system_id: string;
  component_id: string;
  kind: string;
  idx: number;
  datagram: string | null;
  version: number;
  changed_at: number;
}

export interface ComponentTables {
  component: ComponentTable;
}

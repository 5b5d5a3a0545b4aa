/** A component as its bridge last sent it. `datagram` is JSON, or null if the component was removed. */
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

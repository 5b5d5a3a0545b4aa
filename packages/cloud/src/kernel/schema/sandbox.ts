/** An account that a developer made, to which nobody can sign in. */
interface TestUserTable {
  account_id: string;
  developer_account_id: string;
  name: string;
  created_at: number;
}

/**
 * A house that nodes of this cloud simulate. `house` is a house file as JSON. `state` is a copy of the store of its
 * bridge in base64, which includes the operations up to `state_number`.
 */
interface SandboxHouseTable {
  system_id: string;
  house: string;
  scale: number;
  created_at: number;
  used_at: number;
  node_id: string | null;
  lease_until: number;
  state: string | null;
  state_number: number;
}

/** An operation of a house since its state. */
interface SandboxOperationTable {
  system_id: string;
  number: number;
  operation: string;
}

/** The steps of the clocks of a developer's test houses: when the limit on them is whole again, ms UTC. */
interface TestStepsTable {
  account_id: string;
  full_at: number;
}

export interface SandboxTables {
  test_user: TestUserTable;
  sandbox_house: SandboxHouseTable;
  sandbox_operation: SandboxOperationTable;
  test_steps: TestStepsTable;
}

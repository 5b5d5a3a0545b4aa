/** The key that identifies this cloud to push services, in a single row. Its private part is encrypted. */
interface PushKeyTable {
  id: number;
  public_key: string;
  private_key: string;
}

/** A browser that gets push notifications. `target` is encrypted, and `send_at` is null while nothing is waiting. */
interface PushSubscriptionTable {
  id: string;
  account_id: string;
  session_hash: string;
  endpoint_hash: string;
  target: string;
  choices: string;
  house_choices: string | null;
  reader: string;
  lasting: string;
  queue: string;
  seen_at: number;
  look_at: number;
  send_at: number | null;
  lease_until: number;
}

export interface PushNotificationTables {
  push_key: PushKeyTable;
  push_subscription: PushSubscriptionTable;
}

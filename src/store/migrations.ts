/** The tables, in numbered steps. A step that has been released never changes; a new one follows it. */

/** `{bytes}` and `{int}` are the dialect's words for a byte string and a 64-bit integer. Times are Unix milliseconds. */
export interface Migration {
  version: number
  statements: readonly string[]
}

export const migrations: readonly Migration[] = [
  {
    version: 1,
    statements: [
      `CREATE TABLE claim (
        scope TEXT NOT NULL,
        key TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        run_id TEXT NOT NULL,
        state TEXT NOT NULL,
        epoch {int} NOT NULL,
        lease_until {int} NOT NULL,
        answer {bytes},
        created_at {int} NOT NULL,
        expires_at {int} NOT NULL,
        PRIMARY KEY (scope, key)
      )`,
      'CREATE INDEX claim_expires ON claim (expires_at)',
      `CREATE TABLE task (
        id TEXT PRIMARY KEY,
        tenant TEXT NOT NULL,
        subject TEXT NOT NULL,
        operation TEXT NOT NULL,
        version TEXT NOT NULL,
        contract TEXT NOT NULL,
        state TEXT NOT NULL,
        call {bytes} NOT NULL,
        outcome {bytes},
        progress {bytes},
        attempt {int} NOT NULL,
        max_attempts {int} NOT NULL,
        dead {int} NOT NULL,
        epoch {int} NOT NULL,
        lease_until {int} NOT NULL,
        due_at {int} NOT NULL,
        cancel_at {int},
        events {int} NOT NULL,
        endpoint TEXT,
        created_at {int} NOT NULL,
        updated_at {int} NOT NULL,
        started_at {int},
        ended_at {int}
      )`,
      `CREATE INDEX task_due ON task (due_at) WHERE state = 'queued'`,
      `CREATE INDEX task_lease ON task (lease_until) WHERE state = 'working'`,
      'CREATE INDEX task_owner ON task (tenant, created_at, id)',
      'CREATE INDEX task_ended ON task (ended_at) WHERE ended_at IS NOT NULL',
      `CREATE TABLE event (
        task_id TEXT NOT NULL,
        seq {int} NOT NULL,
        kind TEXT NOT NULL,
        body {bytes} NOT NULL,
        at {int} NOT NULL,
        PRIMARY KEY (task_id, seq)
      )`,
      `CREATE TABLE step (
        run_id TEXT NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        value {bytes},
        epoch {int} NOT NULL,
        at {int} NOT NULL,
        PRIMARY KEY (run_id, name)
      )`,
      'CREATE INDEX step_at ON step (at)',
      `CREATE TABLE approval (
        id TEXT PRIMARY KEY,
        tenant TEXT NOT NULL,
        requester TEXT NOT NULL,
        operation TEXT NOT NULL,
        key TEXT NOT NULL,
        digest TEXT NOT NULL,
        action TEXT NOT NULL,
        input {bytes} NOT NULL,
        token_hash TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL,
        note TEXT,
        edit {bytes},
        decided_by TEXT,
        decided_at {int},
        used_at {int},
        task_id TEXT,
        created_at {int} NOT NULL,
        expires_at {int} NOT NULL
      )`,
      'CREATE INDEX approval_owner ON approval (tenant, created_at, id)',
      'CREATE INDEX approval_digest ON approval (digest, key)',
      'CREATE INDEX approval_expires ON approval (expires_at)',
      `CREATE TABLE endpoint (
        id TEXT PRIMARY KEY,
        tenant TEXT NOT NULL,
        url TEXT NOT NULL,
        scheme TEXT NOT NULL,
        secret {bytes},
        disabled_at {int},
        created_at {int} NOT NULL
      )`,
      `CREATE TABLE delivery (
        id TEXT PRIMARY KEY,
        endpoint TEXT NOT NULL,
        tenant TEXT NOT NULL,
        task_id TEXT NOT NULL,
        body {bytes} NOT NULL,
        content_type TEXT NOT NULL,
        state TEXT NOT NULL,
        attempt {int} NOT NULL,
        epoch {int} NOT NULL,
        lease_until {int} NOT NULL,
        due_at {int} NOT NULL,
        status {int},
        reason TEXT,
        created_at {int} NOT NULL,
        ended_at {int}
      )`,
      `CREATE INDEX delivery_due ON delivery (due_at) WHERE state = 'waiting'`,
      'CREATE INDEX delivery_endpoint ON delivery (endpoint, due_at)',
      'CREATE INDEX delivery_owner ON delivery (tenant, created_at, id)',
      `CREATE TABLE audit (
        id TEXT PRIMARY KEY,
        tenant TEXT NOT NULL,
        at {int} NOT NULL,
        actor TEXT NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL,
        detail {bytes} NOT NULL
      )`,
      'CREATE INDEX audit_at ON audit (tenant, at, id)',
    ],
  },
]

/** The version that this code works with. */
export const currentVersion = Math.max(...migrations.map(({ version }) => version))

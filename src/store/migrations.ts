/** The tables, in numbered steps. A step that has been released never changes; a new one follows it. */

export type Dialect = 'sqlite' | 'postgres'

/** `{bytes}` and `{int}` are the dialect's words for a byte string and a 64-bit integer. Times are Unix milliseconds. */
export interface StoreMigration {
  version: number
  /** One text for both dialects; what only one of them can say is apart. Bodies come last: SQLite reads rows in order. */
  statements: readonly (string | Readonly<Record<Dialect, readonly string[]>>)[]
}

/** The table that says which migrations took place. */
export const migrationTable = 'replywire_migration'

export const migrations: readonly StoreMigration[] = [
  {
    version: 1,
    statements: [
      `CREATE TABLE claim (
        scope TEXT NOT NULL,
        key TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        run_id TEXT NOT NULL,
        holder TEXT NOT NULL,
        state TEXT NOT NULL,
        epoch {int} NOT NULL,
        lease_until {int} NOT NULL,
        created_at {int} NOT NULL,
        expires_at {int} NOT NULL,
        answer {bytes},
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
        context TEXT,
        state TEXT NOT NULL,
        facet TEXT,
        attempt {int} NOT NULL,
        max_attempts {int} NOT NULL,
        lost {int} NOT NULL,
        dead {int} NOT NULL,
        epoch {int} NOT NULL,
        lease_until {int} NOT NULL,
        due_at {int} NOT NULL,
        cancel_at {int},
        nudged {int} NOT NULL,
        events {int} NOT NULL,
        endpoint TEXT,
        pushes {int} NOT NULL DEFAULT 0,
        created_at {int} NOT NULL,
        updated_at {int} NOT NULL,
        started_at {int},
        ended_at {int},
        progress {bytes},
        outcome {bytes}
      )`,
      // Apart, because SQLite writes a whole row again at every change of it.
      'CREATE TABLE task_call (task_id TEXT PRIMARY KEY, call {bytes} NOT NULL)',
      `CREATE INDEX task_due ON task (due_at, id, tenant, operation) WHERE state = 'queued'`,
      `CREATE INDEX task_lease ON task (lease_until, id, tenant, operation) WHERE state = 'working'`,
      'CREATE INDEX task_endpoint ON task (endpoint) WHERE endpoint IS NOT NULL',
      'CREATE INDEX task_owner ON task (tenant, created_at, id)',
      'CREATE INDEX task_context ON task (tenant, context, created_at, id) WHERE context IS NOT NULL',
      'CREATE INDEX task_ended ON task (ended_at) WHERE ended_at IS NOT NULL',
      `CREATE TABLE event (
        task_id TEXT NOT NULL,
        seq {int} NOT NULL,
        kind TEXT NOT NULL,
        at {int} NOT NULL,
        body {bytes} NOT NULL,
        PRIMARY KEY (task_id, seq)
      )`,
      `CREATE TABLE step (
        run_id TEXT NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        epoch {int} NOT NULL,
        at {int} NOT NULL,
        value {bytes},
        PRIMARY KEY (run_id, name)
      )`,
      `CREATE TABLE approval (
        id TEXT PRIMARY KEY,
        tenant TEXT NOT NULL,
        requester TEXT NOT NULL,
        operation TEXT NOT NULL,
        key TEXT NOT NULL,
        digest TEXT NOT NULL,
        action TEXT NOT NULL,
        token_hash TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL,
        note TEXT,
        decided_by TEXT,
        decided_at {int},
        used_by TEXT,
        used_at {int},
        task_id TEXT,
        created_at {int} NOT NULL,
        expires_at {int} NOT NULL,
        input {bytes} NOT NULL,
        edit {bytes}
      )`,
      'CREATE INDEX approval_owner ON approval (tenant, created_at, id)',
      'CREATE INDEX approval_digest ON approval (digest, key)',
      'CREATE INDEX approval_expires ON approval (expires_at)',
      'CREATE INDEX approval_task ON approval (task_id) WHERE task_id IS NOT NULL',
      `CREATE TABLE endpoint (
        id TEXT PRIMARY KEY,
        tenant TEXT NOT NULL,
        url TEXT NOT NULL,
        place TEXT NOT NULL,
        scheme TEXT NOT NULL,
        secret {bytes},
        disabled_at {int},
        created_at {int} NOT NULL,
        task_id TEXT,
        name TEXT,
        form TEXT
      )`,
      'CREATE UNIQUE INDEX endpoint_task ON endpoint (task_id, name) WHERE task_id IS NOT NULL',
      `CREATE TABLE delivery (
        id TEXT PRIMARY KEY,
        endpoint TEXT NOT NULL,
        place TEXT NOT NULL,
        tenant TEXT NOT NULL,
        task_id TEXT NOT NULL,
        content_type TEXT NOT NULL,
        state TEXT NOT NULL,
        attempt {int} NOT NULL,
        epoch {int} NOT NULL,
        lease_until {int} NOT NULL,
        due_at {int} NOT NULL,
        status {int},
        reason TEXT,
        created_at {int} NOT NULL,
        ended_at {int},
        body {bytes} NOT NULL
      )`,
      `CREATE INDEX delivery_due ON delivery (due_at, id, place) WHERE state = 'waiting'`,
      `CREATE INDEX delivery_lease ON delivery (lease_until, place) WHERE state = 'waiting' AND lease_until > 0`,
      'CREATE INDEX delivery_endpoint ON delivery (endpoint, state)',
      'CREATE INDEX delivery_task ON delivery (tenant, task_id, created_at, id)',
      'CREATE INDEX delivery_ended ON delivery (ended_at) WHERE ended_at IS NOT NULL',
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
      'CREATE INDEX audit_subject ON audit (tenant, subject, at, id)',
      {
        sqlite: ['UPDATE', 'DELETE'].map(
          verb =>
            `CREATE TRIGGER audit_no_${verb.toLowerCase()} BEFORE ${verb} ON audit
             BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END`,
        ),
        postgres: [
          `CREATE FUNCTION replywire_audit_stands() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'the audit log is never changed'; END $$`,
          `CREATE TRIGGER audit_stands BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
             FOR EACH STATEMENT EXECUTE FUNCTION replywire_audit_stands()`,
        ],
      },
    ],
  },
  { version: 2, statements: ['ALTER TABLE endpoint ADD COLUMN held_until {int} NOT NULL DEFAULT 0'] },
  {
    version: 3,
    statements: [
      `ALTER TABLE task ADD COLUMN account TEXT NOT NULL DEFAULT ''`,
      `ALTER TABLE approval ADD COLUMN account TEXT NOT NULL DEFAULT ''`,
      // Of the request as its caller sent it; empty in rows of earlier versions, where it equals the digest.
      `ALTER TABLE approval ADD COLUMN request TEXT NOT NULL DEFAULT ''`,
      `ALTER TABLE approval ADD COLUMN roles TEXT NOT NULL DEFAULT ''`,
      'ALTER TABLE approval ADD COLUMN same_person {int} NOT NULL DEFAULT 0',
      `ALTER TABLE approval ADD COLUMN supplied_by TEXT NOT NULL DEFAULT ''`,
      'ALTER TABLE approval ADD COLUMN edited_by TEXT',
      'ALTER TABLE approval ADD COLUMN original {bytes}',
      'CREATE INDEX approval_request ON approval (request) WHERE task_id IS NULL',
      // Whose turn it is: the first task of each tenant, without a look at the others.
      `CREATE INDEX task_turn ON task (tenant, due_at, id, operation) WHERE state = 'queued'`,
      // Lists: by owner and time, with what they are filtered by, so that rows that do not fit are never read.
      'CREATE INDEX task_created ON task (tenant, created_at, id, state, facet, operation, dead)',
      'CREATE INDEX task_updated ON task (tenant, updated_at, id, state, facet, operation, dead)',
      'CREATE INDEX task_subject_created ON task (tenant, subject, account, created_at, id, state, facet, operation, dead)',
      'CREATE INDEX task_subject_updated ON task (tenant, subject, account, updated_at, id, state, facet, operation, dead)',
      `CREATE INDEX task_conversation ON task (tenant, context, updated_at, id, subject, account, state, facet)
         WHERE context IS NOT NULL`,
      'CREATE INDEX approval_created ON approval (tenant, created_at, id, state, expires_at)',
      'CREATE INDEX approval_requester ON approval (tenant, requester, account, created_at, id, state, expires_at)',
      `CREATE INDEX approval_roles ON approval (tenant, created_at, id, state, expires_at, roles) WHERE roles <> ''`,
      // The ones above begin with the same columns.
      'DROP INDEX task_owner',
      'DROP INDEX task_context',
      'DROP INDEX approval_owner',
      // Who holds a lease and how long it is. True only while leased_epoch is the epoch: older processes do not write it.
      ...['task', 'claim'].flatMap(table => [
        `ALTER TABLE ${table} ADD COLUMN process TEXT NOT NULL DEFAULT ''`,
        `ALTER TABLE ${table} ADD COLUMN leased_epoch {int} NOT NULL DEFAULT -1`,
        `ALTER TABLE ${table} ADD COLUMN lease_ms {int} NOT NULL DEFAULT 0`,
      ]),
      `CREATE INDEX task_process ON task (process) WHERE state = 'working'`,
      `CREATE INDEX claim_process ON claim (process) WHERE state = 'running'`,
      // How much of one caller is open.
      `CREATE INDEX task_queued ON task (tenant, subject) WHERE state = 'queued'`,
      'CREATE INDEX task_pushed ON task (tenant, subject) WHERE ended_at IS NULL AND endpoint IS NOT NULL',
      'CREATE INDEX task_registered ON task (tenant, subject, id) WHERE ended_at IS NULL AND pushes > 0',
      `CREATE INDEX approval_open ON approval (tenant, requester, expires_at) WHERE state = 'open'`,
    ],
  },
  {
    version: 4,
    statements: [
      // The request journal. `seq` counts through all entries, `ordinal` through those of a tenant: both bound it.
      `CREATE TABLE request (
        seq {int} PRIMARY KEY,
        tenant TEXT NOT NULL,
        ordinal {int} NOT NULL,
        at {int} NOT NULL,
        expires_at {int} NOT NULL,
        request_id TEXT NOT NULL,
        correlation_id TEXT NOT NULL,
        task_id TEXT NOT NULL,
        operation TEXT NOT NULL,
        contract TEXT NOT NULL,
        status {int} NOT NULL,
        code TEXT NOT NULL,
        bodies_until {int} NOT NULL,
        detail {bytes} NOT NULL,
        bodies {bytes}
      )`,
      'CREATE UNIQUE INDEX request_tenant ON request (tenant, ordinal)',
      'CREATE INDEX request_by_id ON request (request_id)',
      'CREATE INDEX request_expires ON request (expires_at)',
      'CREATE INDEX request_bodies ON request (bodies_until) WHERE bodies_until > 0',
      'CREATE INDEX request_tenant_bodies ON request (tenant, ordinal) WHERE bodies_until > 0',
      // Processes of the version before share the store while they are replaced: what they read of a step stays as it was.
      'ALTER TABLE step ADD COLUMN moments {int} NOT NULL DEFAULT 0',
      // What metrics count.
      `CREATE INDEX task_paused ON task (updated_at) WHERE state = 'paused'`,
      `CREATE INDEX approval_waiting ON approval (expires_at) WHERE state = 'open'`,
      'CREATE INDEX task_dead ON task (dead) WHERE dead = 1',
      `CREATE INDEX delivery_dead ON delivery (state) WHERE state = 'dead'`,
    ],
  },
  {
    version: 5,
    statements: [
      // Who sends a delivery. True only while leased_epoch is the epoch: older processes do not write it.
      `ALTER TABLE delivery ADD COLUMN process TEXT NOT NULL DEFAULT ''`,
      'ALTER TABLE delivery ADD COLUMN leased_epoch {int} NOT NULL DEFAULT -1',
      `CREATE INDEX delivery_process ON delivery (process) WHERE state = 'waiting' AND lease_until > 0`,
      // Who holds news back. True only while held_mark is held_until, for the same reason.
      `ALTER TABLE endpoint ADD COLUMN held_by TEXT NOT NULL DEFAULT ''`,
      'ALTER TABLE endpoint ADD COLUMN held_mark {int} NOT NULL DEFAULT 0',
      'CREATE INDEX endpoint_held ON endpoint (held_by) WHERE held_until > 0',
    ],
  },
  {
    version: 6,
    statements: [
      // Nonces of signatures, and how many each key has: counting them would take longer with every one.
      `CREATE TABLE nonce (
        key TEXT NOT NULL,
        nonce TEXT NOT NULL,
        expires_at {int} NOT NULL,
        PRIMARY KEY (key, nonce)
      )`,
      'CREATE INDEX nonce_expires ON nonce (expires_at)',
      'CREATE INDEX nonce_key_expires ON nonce (key, expires_at)',
      'CREATE TABLE nonce_key (key TEXT PRIMARY KEY, kept {int} NOT NULL)',
    ],
  },
  {
    version: 7,
    statements: [
      // Calls under a verified governance token. Kept as the audit log is.
      `CREATE TABLE governance (
        run_id TEXT PRIMARY KEY,
        tenant TEXT NOT NULL,
        request_id TEXT NOT NULL,
        at {int} NOT NULL,
        token_id TEXT NOT NULL,
        issuer TEXT NOT NULL,
        audience TEXT NOT NULL,
        subject TEXT NOT NULL,
        phase TEXT NOT NULL,
        outcome TEXT NOT NULL,
        token TEXT NOT NULL
      )`,
      'CREATE INDEX governance_token ON governance (token_id)',
      'CREATE INDEX governance_subject ON governance (subject)',
    ],
  },
  {
    version: 8,
    statements: [
      // Limits that several gateways share. Of a quota, `used` was counted, and slices are what processes hold of the rest.
      `CREATE TABLE quota (
        key TEXT PRIMARY KEY,
        period {int} NOT NULL,
        used {int} NOT NULL,
        at {int} NOT NULL,
        expires_at {int} NOT NULL
      )`,
      'CREATE INDEX quota_at ON quota (at)',
      'CREATE INDEX quota_expires ON quota (expires_at)',
      `CREATE TABLE quota_slice (
        key TEXT NOT NULL,
        holder TEXT NOT NULL,
        amount {int} NOT NULL,
        process TEXT NOT NULL,
        lease_until {int} NOT NULL,
        PRIMARY KEY (key, holder)
      )`,
      'CREATE INDEX quota_slice_lease ON quota_slice (lease_until)',
      'CREATE INDEX quota_slice_process ON quota_slice (process)',
      // When a bucket of tokens is full again, in microseconds: what it holds follows from that. A full one needs no row.
      'CREATE TABLE rate (key TEXT PRIMARY KEY, full_at {int} NOT NULL)',
      'CREATE INDEX rate_full ON rate (full_at)',
      // One row an open stream.
      `CREATE TABLE stream_place (
        id TEXT PRIMARY KEY,
        key TEXT NOT NULL,
        holder TEXT NOT NULL,
        process TEXT NOT NULL,
        lease_until {int} NOT NULL
      )`,
      'CREATE INDEX stream_place_key ON stream_place (key)',
      'CREATE INDEX stream_place_holder ON stream_place (holder)',
      'CREATE INDEX stream_place_process ON stream_place (process)',
      'CREATE INDEX stream_place_lease ON stream_place (lease_until)',
    ],
  },
]

/** The version that this code works with. */
export const currentVersion = Math.max(...migrations.map(({ version }) => version))

/** Every table of ours, as the migrations make them. */
export const tableNames: readonly string[] = migrations
  .flatMap(({ statements }) => statements)
  .flatMap(statement => (typeof statement === 'string' ? (/^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []) : []))

const words: Readonly<Record<Dialect, { int: string; bytes: string }>> = {
  sqlite: { int: 'INTEGER', bytes: 'BLOB' },
  postgres: { int: 'BIGINT', bytes: 'BYTEA' },
}

/** What leads from a version to the current one, in the words of a dialect. */
export function migrationsFrom(version: number, dialect: Dialect): { version: number; statements: string[] }[] {
  const { int, bytes } = words[dialect]
  return migrations
    .filter(migration => migration.version > version)
    .map(migration => ({
      version: migration.version,
      statements: migration.statements
        .flatMap(statement => (typeof statement === 'string' ? [statement] : statement[dialect]))
        .map(sql => sql.replaceAll('{int}', int).replaceAll('{bytes}', bytes)),
    }))
}

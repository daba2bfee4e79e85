import { pageSize, retryRule, undoMs } from '#contract/rules';

/** Markdown: headings, paragraphs, lists and code only. */
export const introduction = `
Swap faces in photos, GIFs and videos. The way from a file to a result takes five calls: \`/upload/sign_url\`, a \`PUT\` of the
file, \`/upload/detect_create\`, \`/upload/face\` and \`/faceswap/create\`. Detections and swaps are tasks: poll them, or
let a webhook tell you when they end.

## Envelope

Every answer is JSON: \`{code, data, message}\`. A success is HTTP 200 with \`code\` 200. A failure repeats its HTTP status in
\`code\`, has \`data\` null, a \`message\` to show to people, a stable name in \`error\`, a \`trace_id\` to quote to support, and for
\`invalid_input\` the \`fields\` at fault. Decide by \`error\`, not by \`message\`.

## Authentication

Send \`Authorization: Bearer …\` with the token of a sign-in (\`/email/login\`) or with an API key (\`/my/api_key_create\`, or
the account page). A key has scopes: \`read\` looks, \`create\` uploads, swaps, spends credits on swaps, and deletes media. Calls
that concern the account, money or keys themselves take a sign-in alone. Each call names the scope it needs.

## Requests

Calls are \`POST\` with JSON (\`Content-Type: application/json\`) or form fields, as you like; \`/upload/face\` takes a multipart
form. In a form, objects are JSON text, and yes is \`true\`, \`on\` or \`1\`. Unknown fields are ignored. A text field refuses NUL characters and unpaired
surrogates, since they cannot be stored.

## Idempotency

Most calls that create, spend or delete accept \`Idempotency-Key\`: 8 to 200 printable ASCII characters without spaces, such as a
UUID. The same key with the same body has one effect and one answer, however often it is sent. With another body it is refused
as \`idempotency_mismatch\`. Keys belong to an account, or to the \`email\` of a call that needs none, and are remembered for a
day at least. Answers with a secret are not remembered, so the calls that give them take no key.

## Tasks and polling

A task is \`queued\`, \`running\`, then \`succeeded\`, \`failed\`, \`cancelled\` or \`refused\`. Ask again after \`poll_after_ms\`,
not sooner: it grows while nothing happens. A swap holds its price when it is created. The price is settled by the result, and
comes back in every other case.

## Errors and retries

Each call says whether it is safe to retry. If it is, retry after a lost connection and after a status of 500 or above, at most
${retryRule.attempts} times with growing pauses, and with the same \`Idempotency-Key\` where the call accepts one. Retry any other call only if no
connection was made; else look first whether it had its effect. Never retry another 4xx unchanged. 429 and 503 carry
\`Retry-After\` in seconds.

## Rate limits

Limits count per account, per network address and per API key. Calls with a key answer \`RateLimit-Policy\` and \`RateLimit\`
headers (draft-ietf-httpapi-ratelimit-headers). Beyond a limit a call is refused as \`too_many_requests\`; uploads beyond the
account's storage as \`quota_exceeded\`.

## Values

- Ids are UUIDs. They say nothing about their object, and other owners' ids are not found.
- Times are ISO 8601 in UTC. Durations and positions are whole milliseconds. Sizes are bytes.
- Money is whole minor units (cents) with a currency.
- Addresses are absolute. Media and upload addresses are signed and expire; ask for the object again to get new ones.
- Lists take \`page\` (from ${pageSize.firstPage}) and \`per_page\` (${pageSize.default}, at most ${pageSize.max}), and answer \`items\`, \`page\`, \`per_page\` and \`total\`.

## Retention

Uploads and results are deleted when their \`expires_at\` has passed; faces stay until you delete them. What
\`/del/orders\`, \`/del/materials\` and \`/del/faces\` delete is erased with its files after ${undoMs / 1000} seconds, in which
\`/undo/del\` restores it. Other deletions erase at once.

## Versioning

Changes keep existing clients working: a new call, a new optional field of a request, a new field of an answer, a new name of an
error or a new event may appear at any time. Ignore what you do not know, and treat an unknown \`error\` by its status. A change
that breaks clients would get a new address.
`.trim();

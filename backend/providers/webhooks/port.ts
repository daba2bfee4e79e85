/** One POST to an address that a user entered. */
export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Ends the request when this process has to stop; `send` rejects then. */
  signal?: AbortSignal | undefined;
}

/** The answer, or why there is none in a sentence. */
export type WebhookReply = { durationMs: number } & (
  | { statusCode: number; /** First characters of the body, without control characters. */ response: string }
  | { failure: string }
);

export interface WebhookSender {
  /** Why an address cannot be used, in a sentence; null when it can. Names are resolved only by `send`. */
  urlError(url: string): string | null;
  /** Sends a request to a public address. Redirects are not followed; time and size of the answer are bounded. */
  send(request: WebhookRequest): Promise<WebhookReply>;
}

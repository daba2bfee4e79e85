export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Aborts the request on shutdown; `send` then rejects. */
  signal?: AbortSignal | undefined;
}

/** The response, or the reason there is none. */
export type WebhookReply = { durationMs: number } & (
  | { statusCode: number; /** First characters of the body, without control characters. */ response: string }
  | { failure: string }
);

export interface WebhookSender {
  /** Why an address cannot be used, for the user; null if it can. Does not resolve names. */
  urlError(url: string): string | null;
  /** Sends a request to a public address. Does not follow redirects; time and response size are bounded. */
  send(request: WebhookRequest): Promise<WebhookReply>;
}

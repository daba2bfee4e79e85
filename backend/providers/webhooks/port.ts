export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** `send` then rejects. */
  signal?: AbortSignal | undefined;
}

export type WebhookReply = { durationMs: number } & ({ statusCode: number; response: string } | { failure: string });

export interface WebhookSender {
  /** For the user; null if usable. Does not resolve names. */
  urlError(url: string): string | null;
  /** Does not follow redirects; time and response size are bounded. */
  send(request: WebhookRequest): Promise<WebhookReply>;
}

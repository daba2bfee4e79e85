export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** `send` then rejects. */
  signal?: AbortSignal | undefined;
}

export type WebhookReply = { durationMs: number } & ({ statusCode: number; response: string } | { failure: string });

export interface WebhookSender {
  /** For the user; null if usable. */
  urlError(url: string): string | null;
  /** Follows no redirects; bounds time and response size. */
  send(request: WebhookRequest): Promise<WebhookReply>;
}

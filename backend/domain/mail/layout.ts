import { escapeHtml } from '#shared/escape-html';

export interface Message {
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  footnote: string;
}

const color = {
  page: '#0e0b0a',
  panel: '#161211',
  line: '#332b28',
  text: '#f7f1ec',
  quiet: '#cdc1b8',
  faint: '#a3958b',
  primary: '#f06906',
  onPrimary: '#190a02',
  accent: '#ff4081',
} as const;

const font = "font-family:'Familjen Grotesk',system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** Mail clients support little beyond tables and inline styles. */
export function htmlOf({ subject, heading, paragraphs, button, footnote }: Message): string {
  const body = paragraphs.map(
    (text) => `<p style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${color.quiet}">${escapeHtml(text)}</p>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${color.page}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" bgcolor="${color.page}" style="${font}">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px">
<tr><td style="padding:0 0 20px;font-size:20px;font-weight:700;letter-spacing:-0.02em;color:${color.text}">Faceswap</td></tr>
<tr><td height="2" bgcolor="${color.primary}" style="height:2px;line-height:2px;font-size:0;background:linear-gradient(90deg,${color.primary},${color.accent})">&nbsp;</td></tr>
<tr><td bgcolor="${color.panel}" style="padding:32px;border:1px solid ${color.line};border-top:0;border-radius:0 0 16px 16px">
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.2;letter-spacing:-0.02em;color:${color.text}">${escapeHtml(heading)}</h1>
${body.join('\n')}
${button ? buttonOf(button) : ''}
<p style="margin:24px 0 0;font-size:14px;line-height:1.5;color:${color.faint}">${escapeHtml(footnote)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function buttonOf({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:13px 24px;border-radius:10px;background:${color.primary};color:${color.onPrimary};font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:1.5;color:${color.faint};word-break:break-all">Or open this address:<br>${href}</p>`;
}

export function textOf({ heading, paragraphs, button, footnote }: Message): string {
  const parts = [heading, ...paragraphs, ...(button ? [`${button.label}:\n${button.url}`] : []), footnote];
  return `${parts.join('\n\n')}\n\nFaceswap\n`;
}

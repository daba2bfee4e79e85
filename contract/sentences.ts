import { z } from 'zod/v4';
import { formatNumber } from '#shared/format-number';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  record: 'an object',
  object: 'an object',
};

const units: Record<string, string> = { string: 'characters', array: 'entries', file: 'bytes' };

function sizeMessage(most: string, limit: number | bigint, origin: string): string {
  const number = formatNumber(Number(limit));
  const unit = units[origin];
  return unit ? `This may have ${most} ${number} ${unit}.` : `This must be ${most} ${number}.`;
}

function formatMessage(format: string): string {
  if (format === 'email') return 'Enter an e-mail address like name@example.com.';
  if (format === 'uuid') return 'This must be an id that the API has given.';
  if (format === 'url') return 'This must be an address like https://example.com.';
  if (format === 'datetime') return 'This must be a time like 2026-11-20T10:00:00Z.';
  return 'This is not written as expected.';
}

function messageOf(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'This field is required.';
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${kinds[issue.expected] ?? 'a value of another kind'}.`;
    case 'invalid_value':
      return `This must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}.`;
    case 'too_big':
      return sizeMessage('at most', issue.maximum, issue.origin);
    case 'too_small':
      return sizeMessage('at least', issue.minimum, issue.origin);
    case 'invalid_format':
      return formatMessage(issue.format);
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `This has fields that are not known: ${issue.keys.join(', ').slice(0, 100)}.`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'One of the names in this object cannot be used.';
    default:
      return 'This value cannot be used.';
  }
}

// Global: replaces zod's messages in every schema.
z.config({ localeError: messageOf });

import type { FileRefusal } from '~/features/tool/upload/upload-types';

export interface SentPhoto {
  id: number;
  file: File;
  /** `ready`: a visitor's photo, sent after login. */
  state: 'checking' | 'waiting' | 'sending' | 'sent' | 'ready' | 'refused';
  percent: number;
  isReconnecting: boolean;
  refusal?: FileRefusal;
  /** A video or GIF: refused only because it is among others. */
  isUsableAlone?: boolean;
  material?: string;
}

export type ChangePhoto = (id: number, part: Partial<SentPhoto>) => void;

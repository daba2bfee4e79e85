import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { extensionOf, kindOfType } from '#contract/media-types';
import type { Refusal } from '#contract/rules';

import { ButtonLink, buttonClass } from '~/components/button';
import { FieldError } from '~/components/field';
import { Icon } from '~/components/icon';
import { setHandoffFile } from '~/features/tool/upload/handoff-file';
import { toolPageAt } from '~/features/tool/pages';
import { useFileDrop } from '~/features/tool/upload/use-file-drop';
import { paths } from '~/lib/paths';

export function DropBar() {
  const { fault, isChecking, open } = useOpenInTool();
  const isOver = useFileDrop(open);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A file chosen before hydration.
    const early = picker.current?.files?.[0];
    if (early) void open(early);
  }, [open]);
  return (
    <div className="w-full">
      <div className="drop-bar needs-script" data-over={isOver || undefined} data-refused={fault ? true : undefined}>
        <Icon name="upload" size={24} />
        <span className="drop-bar__words">
          <b>{isOver ? 'Let go' : 'Drop a file here'}</b>
          <span className="small faint">Photo, GIF or video</span>
        </span>
        <label className={buttonClass({ look: 'primary', size: 'large' })} data-busy={isChecking || undefined}>
          Choose a file
          <input
            ref={picker}
            className="sr-only"
            type="file"
            accept={toolPageAt(paths.faceSwap()).accept}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) open(file);
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
      <ButtonLink className="without-script" look="primary" size="large" to={paths.faceSwap()}>
        Swap a face
      </ButtonLink>
      <div role="alert" className="mt-2 empty:hidden">
        <FieldError>{fault}</FieldError>
      </div>
    </div>
  );
}

/** Opens the last file that was chosen, unless the visitor leaves while it is checked. */
function useOpenInTool() {
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const open = useCallback(
    async (file: File) => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      setChecking(true);
      const refusal = await refusalOf(file);
      if (signal.aborted) return;
      setChecking(false);
      setFault(refusal?.message);
      if (refusal) return;
      setHandoffFile(file);
      navigate(paths.tool(kindOfType(extensionOf(file.name)) ?? 'photo'));
    },
    [navigate],
  );
  return { fault, isChecking, open };
}

/** Null also without the code: the tool page checks the file then. */
async function refusalOf(file: File): Promise<Refusal | null> {
  try {
    const { checkMedia } = await import('~/features/tool/upload/upload-code.client');
    return await checkMedia(file);
  } catch {
    return null;
  }
}

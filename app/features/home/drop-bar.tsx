import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { extensionOf, kindOfType } from '#contract/media-types';

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

function useOpenInTool() {
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  const open = useCallback(
    async (file: File) => {
      setChecking(true);
      try {
        const { checkMedia } = await import('~/features/tool/upload/upload-code.client');
        const refusal = await checkMedia(file);
        setFault(refusal?.message);
        if (refusal) return;
      } catch {
        // Without the code, the tool page checks the file.
      } finally {
        setChecking(false);
      }
      setHandoffFile(file);
      navigate(paths.tool(kindOfType(extensionOf(file.name)) ?? 'photo'));
    },
    [navigate],
  );
  return { fault, isChecking, open };
}

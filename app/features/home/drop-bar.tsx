import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { kindOfFile } from '#contract/media-types';

import { ButtonLink, buttonClass } from '~/components/button';
import { Icon } from '~/components/icon';
import { setHandoffFiles } from '~/features/tool/upload/handoff-files';
import { RefusedFile } from '~/features/tool/upload/refused-file';
import type { FileRefusal } from '~/features/tool/upload/upload-types';
import { toolPageAt } from '~/features/tool/pages';
import { useFileDrop } from '~/features/tool/upload/use-file-drop';
import { paths } from '~/lib/paths';

export function DropBar() {
  const { refusal, isChecking, open } = useOpenInTool();
  const isOver = useFileDrop(open);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Chosen before hydration.
    void open([...(picker.current?.files ?? [])]);
  }, [open]);
  return (
    <div className="w-full">
      <div className="drop-bar needs-script" data-over={isOver || undefined} data-refused={refusal ? true : undefined}>
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
            multiple
            onChange={({ currentTarget }) => {
              void open([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
      <ButtonLink className="without-script" look="primary" size="large" to={paths.faceSwap()}>
        Swap a face
      </ButtonLink>
      <div role="alert" className="mt-2 empty:hidden">
        <RefusedFile refusal={refusal} onCopy={(copy) => void open([copy])} />
      </div>
    </div>
  );
}

/** Opens what was chosen last, unless the visitor leaves while it is checked. The tool checks each of several files. */
function useOpenInTool() {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<FileRefusal | null>(null);
  const [isChecking, setChecking] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const open = useCallback(
    async (files: File[]) => {
      const [file] = files;
      if (!file) return;
      const isAlone = files.length === 1;
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      setChecking(true);
      const refused = isAlone ? await refusalOf(file) : null;
      if (signal.aborted) return;
      setChecking(false);
      setRefusal(refused);
      if (refused) return;
      setHandoffFiles(files);
      navigate(isAlone ? paths.tool(kindOfFile(file) ?? 'photo') : paths.faceSwap());
    },
    [navigate],
  );
  return { refusal, isChecking, open };
}

/** Null also without the code: the tool page checks the file then. */
async function refusalOf(file: File): Promise<FileRefusal | null> {
  try {
    const { checkMedia } = await import('~/features/tool/upload/upload-code.client');
    return await checkMedia(file);
  } catch {
    return null;
  }
}

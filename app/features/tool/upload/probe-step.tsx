import { Progress } from '~/components/progress';
import { soonMs, useRefreshWhile } from '~/lib/use-refresh-while';

import { RefreshWithoutScript } from '~/components/refresh-without-script';
import type { StepData } from '~/features/tool/load-tool.server';
import { ToolHeader } from '~/features/tool/steps';
import { formatFacts, kindNoun } from '~/features/tool/format';

import { SentPreview } from './sent-preview';

export function ProbeStep({ material }: StepData<'probe'>) {
  useRefreshWhile(true, soonMs);
  return (
    <>
      <ToolHeader title={material.name} detail={formatFacts(material)} now="Upload" isMoving />
      <RefreshWithoutScript />
      <div className="stage stage--media stage--dimmed">
        <SentPreview material={material} />
        <div className="under-way" role="status">
          <h2 className="t-card">Checking the {kindNoun(material.kind)}</h2>
          <Progress value={null} label="Checking the file" />
          <p className="small">Its length, its frames and whether this browser can play it.</p>
        </div>
      </div>
    </>
  );
}

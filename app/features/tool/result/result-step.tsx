import type { StepData } from '~/features/tool/load-tool.server';
import { againQuery } from './again-query';
import { ResultBody } from './result-body';
import { ToolHeader } from '~/features/tool/steps';
import { Source } from '~/features/tool/swap/swap-step';
import { useToolPath } from '~/features/tool/tool-path';
import { SwapFailure } from './swap-failure';

export function ResultStep({ order, task, resultSize, source, faces, shares, exported }: StepData<'result'>) {
  const isMoving = order.kind !== 'photo';
  const toolPath = useToolPath();
  const again = toolPath(againQuery(order, source?.material));
  const links = order.material_id ? { Upload: toolPath(), Faces: again } : {};
  if (order.status !== 'succeeded' || !order.result_url) {
    return (
      <>
        <ToolHeader title="No result" now="Swap" links={links} isMoving={isMoving} />
        <div className="tool__grid">
          <Source order={order} source={source} />
          <div className="panel tool__panel">
            <SwapFailure order={order} task={task} again={again} />
          </div>
        </div>
      </>
    );
  }
  return (
    <>
      <ToolHeader title="Your swap is ready" detail={order.name} now="Result" links={links} isMoving={isMoving} />
      <ResultBody
        order={order}
        resultUrl={order.result_url}
        resultSize={resultSize}
        source={source}
        faces={faces}
        shares={shares}
        exported={exported}
      />
    </>
  );
}

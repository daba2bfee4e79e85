import { isYuv420, windowAround, type Frame } from '#engine/ffmpeg/yuv-frame';
import { applyRgbChange, toRgb } from '#engine/ffmpeg/yuv-colour';
import { paintWatermark, type Watermark } from '#engine/label/paint-watermark';

export function drawWatermark(frame: Frame, watermark: Watermark): void {
  if (!isYuv420(frame)) return paintWatermark(frame, watermark);
  const { left, top, width, height } = watermark;
  const window = windowAround(frame, { x: left, y: top, width, height });
  const image = toRgb(frame, window);
  const before = image.data.slice();
  paintWatermark(image, { ...watermark, left: left - window.left, top: top - window.top });
  applyRgbChange(frame, window, before, image.data);
}

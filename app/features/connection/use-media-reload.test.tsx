import { render, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { network } from '#tests/support/network';

import { isConnectionLost } from './lost-requests.client';
import { useMediaReload } from './use-media-reload';

const file = `${location.origin}/api/media/result`;

function Page() {
  useMediaReload();
  return (
    <>
      <img src={file} alt="" />
      <video src={file} />
    </>
  );
}

/** The server fails as often as given, then answers with the status. */
function answering(failures: number, status = 200) {
  let asked = 0;
  network.use(http.head(file, () => (++asked > failures ? new HttpResponse(null, { status }) : HttpResponse.error())));
  return () => asked;
}

/** As a browser reports it; jsdom loads no media. */
function fail(element: Element | null): void {
  Object.defineProperty(element, 'currentSrc', { value: file });
  element!.dispatchEvent(new Event('error'));
}

test('a picture and a video that a lost connection broke are loaded when it is back', async () => {
  const { container } = render(<Page />);
  const load = vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
  const setSrc = vi.spyOn(HTMLImageElement.prototype, 'src', 'set');
  answering(2);
  fail(container.querySelector('video'));
  await waitFor(() => expect(isConnectionLost()).toBe(true));
  expect(load).not.toHaveBeenCalled();
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  fail(container.querySelector('img'));
  await waitFor(() => expect(setSrc).toHaveBeenCalledExactlyOnceWith(file));
});

test('a video is loaded again however often the line is lost in the course of time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { container } = render(<Page />);
  const load = vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
  answering(0);
  for (let loss = 1; loss <= 30; loss++) {
    fail(container.querySelector('video'));
    await vi.advanceTimersByTimeAsync(61_000);
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(loss));
  }
});

test('a file that is gone is not loaded again', async () => {
  const { container } = render(<Page />);
  const load = vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
  const asked = answering(0, 404);
  fail(container.querySelector('video'));
  await waitFor(() => expect(asked()).toBe(1));
  expect(load).not.toHaveBeenCalled();
});

test('a video that begins and then fails again and again is loaded ever more slowly, and finally left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { container } = render(<Page />);
  answering(0);
  const video = container.querySelector('video')!;
  const times: number[] = [];
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {
    times.push(Date.now());
    if (times.length > 100) return;
    video.dispatchEvent(new Event('loadeddata'));
    fail(video);
  });
  fail(video);
  for (let seconds = 0; seconds < 120; seconds++) await vi.advanceTimersByTimeAsync(1_000);
  expect(times).toHaveLength(20);
  expect(times[1]! - times[0]!).toBeLessThanOrEqual(1_000);
  expect(times[19]! - times[18]!).toBeGreaterThanOrEqual(2_000);
});

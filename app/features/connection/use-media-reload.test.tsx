import { cleanup, render, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';

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

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

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

test('a file that is gone or damaged is not asked for again and again', async () => {
  const { container } = render(<Page />);
  const load = vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
  const asked = answering(0, 404);
  const video = container.querySelector('video')!;
  fail(video);
  await waitFor(() => expect(asked()).toBe(1));
  answering(0);
  for (let failure = 0; failure < 5; failure++) video.dispatchEvent(new Event('error'));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});

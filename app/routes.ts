import { index, route, type RouteConfig } from '@remix-run/route-config';

// In the specification's order; resource routes, which answer scripts, come after the pages.
export default [
  index('routes/home.tsx'),
  route('creation_detail', 'routes/creation-detail.tsx'),
  route('face-swap', 'routes/face-swap.tsx'),
  route('face-swap-photo', 'routes/face-swap.tsx', { id: 'face-swap-photo' }),
  route('login/google', 'routes/login.tsx', { id: 'login-google' }),
  route('login/:site?', 'routes/login.tsx'),
  route('logout', 'routes/logout.ts'),
  route('signup', 'routes/signup.tsx'),
  route('activate', 'routes/activate.tsx'),
  route('my', 'routes/my.tsx', [
    index('routes/my.index.tsx'),
    route('creations', 'routes/my.creations.tsx'),
    route('credits', 'routes/my.credits.tsx'),
    route('faces', 'routes/my.faces.tsx'),
    route('uploads', 'routes/my.uploads.tsx'),
  ]),
  route('password-change', 'routes/password-change.tsx'),
  route('password-reset', 'routes/password-reset.tsx'),
  route('index.html', 'routes/home.tsx', { id: 'index-html' }),
  route('resources/detection', 'routes/resources.detection.ts'),
  route('resources/offer', 'routes/resources.offer.ts'),
  route('resources/swap', 'routes/resources.swap.ts'),
  route('resources/upload', 'routes/resources.upload.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;

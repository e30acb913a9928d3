import './ui/tokens.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router';
import { startI18n } from './i18n/i18n';
import { paintTheme } from './lib/preferences';

async function start(): Promise<void> {
  paintTheme();
  await startI18n();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Suspense fallback={null}>
        <RouterProvider router={createRouter()} />
      </Suspense>
    </StrictMode>,
  );
}

void start();

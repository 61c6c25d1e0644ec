import '@fontsource-variable/inter';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/controls.css';
import './styles/statuses.css';
import './styles/parts.css';
import './styles/images.css';
import './styles/tables.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api.ts';
import { watchNetwork } from './connection.ts';
import { router } from './router.ts';

// Without this, the browser opens an image that is dropped outside the drop zone and leaves the page.
for (const type of ['dragover', 'drop']) window.addEventListener(type, (event) => event.preventDefault());

watchNetwork();

const place = document.getElementById('console');
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );

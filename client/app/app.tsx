import { RouterProvider } from 'react-router/dom';
import { createRouter } from './create-router';
import { loadNewerBuild } from './newer-build';

const router = createRouter();
loadNewerBuild(router);

export function App() {
  return <RouterProvider router={router} />;
}

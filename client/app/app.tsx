import { RouterProvider } from 'react-router/dom';
import { createRouter } from './create-router';

const router = createRouter();

export function App() {
  return <RouterProvider router={router} />;
}

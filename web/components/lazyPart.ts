import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { throwScreenUnavailable } from './ScreenUnavailable.tsx'

/** A part of a screen that is no part of the first load: its code is loaded when it is shown. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() => load().then((part) => ({ default: part }), throwScreenUnavailable))

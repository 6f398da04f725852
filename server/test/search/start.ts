import { createCaches } from '../../src/caches.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { WITHOUT_BACKGROUND_WORK } from '../without-background-work.ts'

/**
 * A server that indexes only what it is told to, so that the same seed gives the same run. Its answers are not compared
 * with those of the handlers: the model checks them.
 */
export const startQuietly = (): Promise<TestApp> => startTestApp({ ...WITHOUT_BACKGROUND_WORK, createCaches })

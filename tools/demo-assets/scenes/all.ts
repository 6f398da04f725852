import { catWindow } from './cat-window.ts'
import { courtDusk } from './court-dusk.ts'
import { makeupPalette } from './makeup-palette.ts'
import { mountainLake } from './mountain-lake.ts'
import { ramen } from './ramen.ts'
import type { Scene } from './scene.ts'
import { yogaSunrise } from './yoga-sunrise.ts'

/** Every picture of the demo. */
export const scenes: readonly Scene[] = [catWindow, courtDusk, makeupPalette, mountainLake, ramen, yogaSunrise]

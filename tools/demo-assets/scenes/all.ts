import { appleStillLife } from './apple-still-life.ts'
import { catWindow } from './cat-window.ts'
import { cityNight } from './city-night.ts'
import { courtDusk } from './court-dusk.ts'
import { danceStage } from './dance-stage.ts'
import { dumbbells } from './dumbbells.ts'
import { forestMist } from './forest-mist.ts'
import { makeupPalette } from './makeup-palette.ts'
import { mountainLake } from './mountain-lake.ts'
import { ramen } from './ramen.ts'
import type { Scene } from './scene.ts'
import { trainWindow } from './train-window.ts'
import { yogaSunrise } from './yoga-sunrise.ts'

/** Every picture of the demo. */
export const scenes: readonly Scene[] = [
  appleStillLife,
  catWindow,
  cityNight,
  courtDusk,
  danceStage,
  dumbbells,
  forestMist,
  makeupPalette,
  mountainLake,
  ramen,
  trainWindow,
  yogaSunrise,
]

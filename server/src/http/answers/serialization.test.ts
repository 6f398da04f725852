import { ENDPOINTS } from '@quack/contract'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { serializerOf, withoutUnions } from './serialization.ts'

test.each(Object.entries(ENDPOINTS))('the answer of %s is written without a validator', (_name, { answer }) => {
  expect(JSON.stringify(withoutUnions(answer))).not.toMatch(/"(anyOf|oneOf|allOf|if)":/)
})

test('an answer has null where its schema allows it, at any depth', () => {
  const Shape = Type.Union([
    Type.Object({ width: Type.Integer(), name: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ])
  const serialize = serializerOf(
    Type.Object({ shapes: Type.Array(Shape), next: Type.Union([Type.String(), Type.Null()]) }),
  )
  const value = { shapes: [null, { width: 1, name: null }, { width: 2, name: 'a' }], next: null }
  expect(JSON.parse(serialize(value))).toEqual(value)
  expect(JSON.parse(serialize({ ...value, next: 'b' }))).toEqual({ ...value, next: 'b' })
})

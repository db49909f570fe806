<?php

$EM_CONF[$_EXTKEY] = [
    'title' => 'Kreide',
    'description' => 'Stundenplan, Vertretungsplan und Nachrichten einer Schule aus Kreide als Inhaltselement',
    'category' => 'fe',
    'state' => 'stable',
    'version' => '0.1.0',
    'constraints' => ['depends' => ['typo3' => '12.4.0-13.4.99']],
];
